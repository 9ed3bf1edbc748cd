package known;

import java.util.concurrent.Semaphore;

/** Blocking: a column of cars waits until there are places for all of them. */
public final class ParkingLot {
    private final Semaphore places = new Semaphore(6);
    private int parked;

    public void enter(int cars) throws InterruptedException {
        places.acquire(cars);
        parked += cars;
    }

    public boolean tryEnter(int cars) {
        boolean fits = places.tryAcquire(cars);
        parked += fits ? cars : 0;
        return fits;
    }

    public void leave(int cars) {
        if (cars < 0) {
            throw new IllegalArgumentException("cars do not come by leaving");
        }
        if (cars > parked) {
            throw new IllegalStateException("not so many are here");
        }
        parked -= cars;
        places.release(cars);
    }
}
