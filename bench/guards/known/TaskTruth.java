package known;

import check.Truth;

/** What {@link Task} answers. */
final class TaskTruth extends Truth {
    private int at;

    @Override
    public String call(String method, Object[] arguments) {
        boolean isStart = method.equals("start");
        boolean works = method.startsWith("access") || at == (isStart ? 0 : 1);
        at = method.startsWith("access") ? at + 5 : isStart ? 1 : 2;
        return works ? "ok" : "IllegalStateException";
    }
}
