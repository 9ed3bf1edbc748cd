// The same adapter as that of distinct_until_changed.
import "../distinct_until_changed/adapter.mjs";
