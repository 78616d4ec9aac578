import { useId } from 'react';
import { setTheme, useThemeChoice, type ThemeChoice } from '../ui/theme';
import './theme-switch.css';

const CHOICES: [ThemeChoice, label: string, icon: string][] = [
  [
    'light',
    'Light',
    'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M16 4l-1.4 1.4M5.4 14.6L4 16',
  ],
  ['dark', 'Dark', 'M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z'],
  ['system', 'As the system', 'M2.5 4h15v9.5h-15zM7 16.5h6M10 13.5v3'],
];

/** Light, dark, or whatever the system has. */
export function ThemeSwitch() {
  const chosen = useThemeChoice();
  const name = useId();
  return (
    <fieldset className="theme-switch">
      <legend className="visually-hidden">Colours</legend>
      {CHOICES.map(([choice, label, icon]) => (
        <label key={choice} className="theme-switch__choice" title={label}>
          <input
            type="radio"
            name={name}
            className="theme-switch__input"
            checked={chosen === choice}
            onChange={() => setTheme(choice)}
          />
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={icon} />
          </svg>
          <span className="visually-hidden">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
