import { StyleProvider } from '@ant-design/cssinjs';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import { useMemo, type ReactNode } from 'react';
import { useTheme } from '../ui/theme';
import { antdTheme, workTheme } from './antd-theme';
import './parts.css';

/** Behind the label, as in the shop's own forms. */
const requiredMark = (label: ReactNode, { required }: { required: boolean }) => (
  <>
    {label}
    {required && <span className="required-mark" />}
  </>
);
const FORM = { requiredMark };

/**
 * Ant Design in the shop's own look, in a cascade layer of its own below the shop's. Import it from dashboard and admin only: the storefront never loads antd.
 */
export function AntdProvider({ children }: { children: ReactNode }) {
  const mode = useTheme();
  const theme = useMemo(() => antdTheme(mode), [mode]);
  return (
    <StyleProvider layer>
      <ConfigProvider theme={theme} form={FORM} locale={enUS} wave={{ disabled: true }}>
        {children}
      </ConfigProvider>
    </StyleProvider>
  );
}

/** The workspace's colours on top of it: red is left for the brand and for what destroys. */
export function WorkspaceTheme({ children }: { children: ReactNode }) {
  const mode = useTheme();
  const theme = useMemo(() => workTheme(mode), [mode]);
  return <ConfigProvider theme={theme}>{children}</ConfigProvider>;
}
