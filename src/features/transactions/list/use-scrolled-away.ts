import { useEffect, useState } from 'react';

/** A smaller movement is a resting finger; pixels. */
const REST = 8;

/** Whether the user scrolls towards the end of the page and has not reached it. */
export function useScrolledAway(): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let last = scrollY;
    const onScroll = () => {
      const { clientHeight, scrollHeight } = document.documentElement;
      // Pages can scroll beyond both ends and spring back.
      const end = Math.max(0, scrollHeight - clientHeight);
      const now = Math.min(Math.max(0, scrollY), end);
      if (now < end - 1 && Math.abs(now - last) < REST) return;
      setAway(now > last && now < end - 1);
      last = now;
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return away;
}
