package known;

import check.Truth;

/** What {@link UploadSession} answers: the bytes that came, or -1 outside an upload. */
final class UploadSessionTruth extends Truth {
    private long bytes = -1;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "begin":
                return begin((String) arguments[0]);
            case "append":
                return append((int) arguments[0]);
            default:
                return finish((int) arguments[0]);
        }
    }

    private String begin(String name) {
        if (name == null) {
            return "NullPointerException";
        } else if (name.equals("")) {
            return "IllegalArgumentException";
        }
        boolean starts = bytes < 0;
        bytes = Math.max(bytes, 0);
        return String.valueOf(starts);
    }

    private String append(long more) {
        if (bytes < 0) {
            return "IllegalStateException";
        } else if (more < 1) {
            return "IllegalArgumentException";
        } else if (bytes + more >= 4097) {
            return "BufferOverflowException";
        }
        bytes += more;
        return "ok";
    }

    private String finish(long size) {
        if (bytes < 0) {
            return "IllegalStateException";
        } else if (bytes != size) {
            return bytes < size ? "SHORT" : "LONG";
        }
        bytes = -1;
        return "COMPLETE";
    }
}
