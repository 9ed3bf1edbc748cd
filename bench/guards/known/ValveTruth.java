package known;

import check.Truth;

/** What {@link Valve} answers. */
final class ValveTruth extends Truth {
    private int in;

    @Override
    public String call(String method, Object[] arguments) {
        boolean isOffer = method.equals("offer");
        boolean works = isOffer ? in < 3 : in > 0;
        in += works ? isOffer ? 1 : -1 : 0;
        return String.valueOf(works);
    }
}
