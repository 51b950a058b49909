/** A veranda with a cushion and a cup of tea, for an empty day. */
export function EngawaDrawing() {
  return (
    <svg
      width="132"
      height="84"
      viewBox="0 0 132 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M8 14h116M16 14v44M116 14v44M62 14v44" />
      <path d="M4 58h124M4 64h124M20 64v14M112 64v14" />
      <path d="M16 36h46M39 14v44" opacity="0.5" />
      <path d="M76 58c0-3 3-5 12-5s12 2 12 5" />
      <path d="M46 58v-6h8v6M48 48c0-2 2-2 2-4" />
    </svg>
  );
}
