import { Drawer, Layout } from 'antd';
import { useContext, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useGetConfigQuery } from '../../api/api';
import { AttentionProvider } from '../../features/attention/attention';
import { useDisplayName } from '../../features/session/use-display-name';
import { useSessionState } from '../../features/session/use-session';
import { storage } from '../../lib/storage';
import { adminMenu } from '../../routes';
import { ThemeSwitch } from '../theme-switch';
import { Wordmark } from '../wordmark';
import { SignOutContext } from '../../features/session/sign-out';
import { Bell } from './bell';
import { Breadcrumbs } from './breadcrumbs';
import { FindOrder } from './find-order';
import { Icon } from './icon';
import { WorkspaceMenu } from './workspace-menu';
import { WorkspaceTheme } from '../../ui-admin/antd-provider';
import './workspace.css';

const COLLAPSED = 'rapid.workspace.collapsed';
/** The frame of admins' pages: menu at the side, or in a drawer where there is no space, and the full width for the page. */
export default function Workspace({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { data: config } = useGetConfigQuery();
  const groups = adminMenu(config?.payments.apiUrl !== undefined);

  const [collapsed, setCollapsed] = useState(() => storage.get(COLLAPSED) === 'yes');
  const collapse = () => {
    storage.set(COLLAPSED, collapsed ? 'no' : 'yes');
    setCollapsed(!collapsed);
  };
  // Open on one page only: going to another closes it.
  const [drawerOn, setDrawerOn] = useState<string>();

  return (
    <WorkspaceTheme>
      <AttentionProvider>
        <Layout hasSider className="workspace">
          <a className="skip" href="#main">
            Skip to content
          </a>
          <Layout.Sider
            className="workspace__side"
            classNames={{ body: 'workspace__side-body' }}
            collapsed={collapsed}
            collapsible
            trigger={null}
            width={232}
            collapsedWidth={64}
            aria-label="Workspace"
          >
            <Link
              to="/dashboard"
              className={`workspace__brand ${collapsed ? 'workspace__brand--icon' : ''}`}
              aria-label="Rapid Manufacturer, workspace"
            >
              {collapsed ? <span className="wordmark__rapid">R</span> : <Wordmark />}
            </Link>
            <WorkspaceMenu groups={groups} collapsed={collapsed} />
            <button
              type="button"
              className="workspace__collapse"
              aria-expanded={!collapsed}
              aria-label={collapsed ? 'Widen the menu' : 'Narrow the menu'}
              onClick={collapse}
            >
              <Icon name={collapsed ? 'expand' : 'collapse'} />
            </button>
          </Layout.Sider>
          <Layout className="workspace__body">
            <Layout.Header className="workspace__bar">
              <button
                type="button"
                className="workspace__button workspace__open"
                aria-haspopup="dialog"
                aria-label="Open the menu"
                onClick={() => setDrawerOn(pathname)}
              >
                <Icon name="menu" />
              </button>
              <Breadcrumbs groups={groups} />
              <Welcome />
              <FindOrder />
              <Bell />
              <Tools />
            </Layout.Header>
            <main id="main" tabIndex={-1} className="workspace__main">
              {children}
            </main>
          </Layout>
          <Drawer
            open={drawerOn === pathname}
            onClose={() => setDrawerOn(undefined)}
            placement="left"
            size="min(18rem, 85vw)"
            title={<Wordmark />}
            closable={{ 'aria-label': 'Close the menu', placement: 'end' }}
            rootClassName="workspace-drawer"
            classNames={{
              section: 'workspace-drawer__section',
              header: 'workspace-drawer__header',
              close: 'workspace-drawer__close',
              body: 'workspace-drawer__body',
            }}
            destroyOnHidden
          >
            <WorkspaceMenu groups={groups} />
            <div className="workspace-drawer__end">
              <Welcome />
              <Tools />
            </div>
          </Drawer>
        </Layout>
      </AttentionProvider>
    </WorkspaceTheme>
  );
}

function Welcome() {
  const name = useDisplayName();
  const { user } = useSessionState();
  return (
    <p className="workspace__welcome" title={user?.email}>
      Welcome to your Dashboard: <strong>{name}</strong>
    </p>
  );
}

function Tools() {
  const signOut = useContext(SignOutContext);
  return (
    <div className="workspace__tools">
      <Link to="/" className="workspace__button" aria-label="Back to the shop">
        <Icon name="shop" />
        <span>Shop</span>
      </Link>
      <ThemeSwitch />
      <button type="button" className="workspace__button workspace__out" onClick={signOut}>
        Sign Out
      </button>
    </div>
  );
}
