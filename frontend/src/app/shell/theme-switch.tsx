import { setTheme, useTheme } from '../../shared/theme';

const MOON = 'M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z';
const SUN =
  'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M16 4l-1.4 1.4M5.4 14.6L4 16';

export function ThemeSwitch({ className = 'bar__theme' }: { className?: string }) {
  const dark = useTheme() === 'dark';
  return (
    <button
      type="button"
      className={className}
      aria-label={dark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={dark ? SUN : MOON} />
      </svg>
    </button>
  );
}
