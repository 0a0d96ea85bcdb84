import { Button, type ButtonProps } from './button.tsx';

/** A square button with only an icon. `label` is its tooltip, and its name for screen readers. */
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
