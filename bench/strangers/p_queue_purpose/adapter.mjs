// The same adapter as that of p_queue.
import "../p_queue/adapter.mjs";
