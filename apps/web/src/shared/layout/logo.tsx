/** The mark: a roof, two posts and the boards of a veranda. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--e-accent)" />
      <g
        fill="none"
        stroke="var(--e-on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M6 13.5 16 7l10 6.5" />
        <path d="M9.5 13.5v6M22.5 13.5v6" />
        <path d="M5.5 20.5h21M7.5 24.5h17" />
      </g>
    </svg>
  );
}
