import { Button, type ButtonProps } from './button.tsx';

/** A square button with an icon only; `label` is its name for who does not see it, and its tooltip. */
export function IconButton({ label, ...rest }: Omit<ButtonProps, 'aria-label' | 'title'> & { label: string }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      px="0"
      minWidth={{ base: '11', lg: '8' }}
      {...rest}
      aria-label={label}
      title={label}
    />
  );
}
