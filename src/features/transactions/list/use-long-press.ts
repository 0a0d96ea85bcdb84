import { type PointerEvent, useRef } from 'react';

const LONG_MS = 500;
/** A finger that moves further scrolls. CSS pixels. */
const STILL = 10;

/** Handlers of an element that answers a long press by touch. The click that ends the press is swallowed. */
export function useLongPress(onLongPress: (() => void) | null) {
  const press = useRef<{ timer: number; x: number; y: number; isLong: boolean } | null>(null);
  const cancel = () => {
    if (press.current) clearTimeout(press.current.timer);
  };
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      press.current = null;
      if (pointerType !== 'touch' || !onLongPress) return;
      const timer = window.setTimeout(() => {
        if (press.current) press.current.isLong = true;
        onLongPress();
      }, LONG_MS);
      press.current = { timer, x, y, isLong: false };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > STILL) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    /** Android opens a menu where the finger rests. */
    onContextMenu: (event: { preventDefault: () => void }) => {
      if (press.current) event.preventDefault();
    },
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!press.current?.isLong) return;
      press.current = null;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
