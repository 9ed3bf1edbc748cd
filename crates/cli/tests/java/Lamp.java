/** Broken lamps look like others: only who made them tells. */
public class Lamp {
    private boolean isOn;

    public static Lamp broken() {
        return new Lamp() {
            @Override
            public void light() {
                throw new IllegalStateException("it is broken");
            }
        };
    }

    public void light() {
        isOn = true;
    }

    public void dim() {
        isOn = false;
    }
}
