import { type RefObject, useEffect, useRef, useState } from 'react';

/** All in pixels. */
export interface Size {
  width: number;
  height: number;
  /** The size of the text. */
  em: number;
}

/** The size of an element once it is laid out, and whenever it changes; null before. */
export function useSize<Box extends Element>(): [RefObject<Box | null>, Size | null] {
  const box = useRef<Box>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // It tells after the layout, so nobody forces one.
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      setSize((last) =>
        last?.width === width && last.height === height && last.em === em ? last : { width, height, em },
      );
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, size];
}
