import type { Appearance } from '@stripe/stripe-js';
import type { Theme } from '../../ui/theme';

/** The provider's frame cannot read our style sheet: it gets the tokens' values. */
export function stripeLook(theme: Theme): Appearance {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  const line = `1px solid ${token('--line-strong')}`;
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--focus'),
      colorBackground: token('--surface'),
      colorText: token('--text'),
      colorTextSecondary: token('--text-muted'),
      colorTextPlaceholder: token('--text-muted'),
      colorDanger: token('--bad'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: token('--radius'),
    },
    rules: {
      '.Input': { border: line, boxShadow: 'none' },
      '.Input:focus': {
        border: line,
        boxShadow: 'none',
        outline: `2px solid ${token('--focus')}`,
        outlineOffset: '2px',
      },
      '.Input--invalid': { border: `1px solid ${token('--bad')}`, boxShadow: 'none' },
      '.Label': { fontSize: '15px', fontWeight: '600' },
    },
  };
}
