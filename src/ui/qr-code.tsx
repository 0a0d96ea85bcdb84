import { chakra } from '@chakra-ui/react';
import { encode } from 'uqr';

/** A QR code, dark on light in both themes, because many cameras read no other. Four modules around it stay empty. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="12.5rem"
      maxWidth="full"
      mx="auto"
      borderRadius="md"
      bg="white"
      color="black"
      shapeRendering="crispEdges"
    >
      <path fill="currentColor" d={modules.join('')} />
    </chakra.svg>
  );
}
