import { StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import { useMemo, type ReactNode } from 'react';
import { useTheme } from '../ui/theme';
import { antdTheme } from './antd-theme';
import './required-mark.css';

/**
 * Ant Design in the shop's own look, in a cascade layer of its own below the shop's. Import it from dashboard and admin only: the storefront never loads antd.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const mode = useTheme();
  const theme = useMemo(() => antdTheme(mode), [mode]);
  return (
    <StyleProvider layer>
      <ConfigProvider theme={theme} locale={enUS} wave={{ disabled: true }}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}
