package known;

import check.Truth;

/** What {@link Shop} answers. */
final class ShopTruth extends Truth {
    private boolean has;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("complain")) {
            return has ? "ok" : "IllegalStateException";
        }
        Shop.Customer customer = (Shop.Customer) arguments[0];
        if (customer == null || customer.address() == null) {
            return "NullPointerException";
        }
        has = customer.address().zone() < 3;
        return has ? "ok" : "UnsupportedOperationException";
    }
}
