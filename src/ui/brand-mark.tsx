/** The product's mark, as in public/icon.svg. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 512 512" aria-hidden="true" focusable="false">
      <rect width="512" height="512" rx="116" fill="#0e5a4a" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" transform="translate(-7)">
        <path d="M314 148A128 128 0 1 0 314 364" stroke="#f4f7f5" strokeWidth="46" />
        <path d="M244 256H412M360 204l52 52-52 52" stroke="#f6bd74" strokeWidth="38" />
      </g>
    </svg>
  );
}
