import { RouterProvider } from '@tanstack/react-router';
import { createAppRouter } from './router.ts';

const router = createAppRouter();

/** Everything behind an address. */
export default function Screens() {
  return <RouterProvider router={router} />;
}
