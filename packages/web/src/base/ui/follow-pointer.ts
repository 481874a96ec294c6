// Follows a pressed pointer, mouse or finger, until it is released.

interface Following {
  move(event: PointerEvent): void;
  /** `is_done` is false if the browser took the pointer, for example to scroll. */
  end(is_done: boolean): void;
}

/** Returns a function that ends it early. Listens on the window, because an element that is moved in the page loses the pointer. */
export function followPointer({ pointerId }: { readonly pointerId: number }, { move, end }: Following): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const stop = (is_done: boolean) => (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    ending.abort();
    end(is_done);
  };
  const follow = (event: PointerEvent) => {
    if (event.pointerId === pointerId) move(event);
  };
  addEventListener('pointermove', follow, { signal });
  addEventListener('pointerup', stop(true), { signal });
  addEventListener('pointercancel', stop(false), { signal });
  return () => ending.abort();
}
