export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
    <path d="M7 25V15a9 9 0 0 1 18 0v10h-5V15a4 4 0 0 0-8 0v10z" fill="#fff" />
  </svg>
)
