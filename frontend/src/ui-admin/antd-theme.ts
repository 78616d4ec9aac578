import { theme as antd, type ThemeConfig } from 'antd';
import type { Theme } from '../ui/theme';

/** Reads one of the CSS variables of styles/tokens.css, so that there is one set of tokens. */
const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** What of it differs in the workspace. */
export function workTheme(mode: Theme): ThemeConfig {
  return {
    cssVar: { key: `rapid-work-${mode}` },
    token: {
      colorPrimary: token('--work'),
      colorLink: token('--work-link'),
      colorLinkHover: token('--work-link'),
      colorLinkActive: token('--work-link'),
    },
  };
}

/** The shop's tokens as antd knows them. Its own greys and blues fail contrast in places; these do not. */
export function antdTheme(mode: Theme): ThemeConfig {
  return {
    cssVar: { key: `rapid-${mode}` },
    hashed: false,
    algorithm: mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: token('--accent'),
      colorLink: token('--link'),
      colorLinkHover: token('--link'),
      colorLinkActive: token('--link'),
      linkDecoration: 'underline',
      linkHoverDecoration: 'underline',
      linkFocusDecoration: 'underline',
      colorSuccess: token('--ok'),
      colorWarning: token('--warn'),
      colorError: token('--bad'),
      colorInfo: token('--info'),
      colorText: token('--text'),
      colorTextHeading: token('--text'),
      colorTextSecondary: token('--text-muted'),
      colorTextTertiary: token('--text-muted'),
      colorTextDescription: token('--text-muted'),
      colorTextPlaceholder: token('--text-muted'),
      colorTextDisabled: token('--text-muted'),
      colorTextLightSolid: token('--on-accent'),
      colorBgLayout: token('--bg'),
      colorBgContainer: token('--surface'),
      colorBgElevated: token('--surface'),
      colorBorder: token('--line-strong'),
      colorBorderSecondary: token('--line'),
      fontFamily: token('--font'),
      fontSize: 15,
      borderRadius: 4,
      controlHeight: 38,
      motionDurationMid: '0.15s',
      // a dialog that opens is scaled for some frames even where its animation takes no time: a click can miss its button
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: {
      Button: {
        fontWeight: 600,
        primaryShadow: 'none',
        defaultShadow: 'none',
        colorError: token('--bad'),
        dangerShadow: 'none',
      },
      Table: {
        headerBg: token('--surface-2'),
        headerColor: token('--text'),
        headerSortActiveBg: token('--surface-2'),
        headerSortHoverBg: token('--surface-2'),
        headerSplitColor: 'transparent',
        borderColor: token('--line'),
        cellPaddingBlock: 12,
      },
      Menu: {
        itemBg: 'transparent',
        itemSelectedBg: token('--surface-2'),
        itemSelectedColor: token('--link'),
        itemHoverColor: token('--text'),
        itemColor: token('--text'),
        activeBarBorderWidth: 0,
      },
      Layout: { bodyBg: token('--bg'), siderBg: token('--surface') },
      Form: { labelColor: token('--text') },
    },
  };
}
