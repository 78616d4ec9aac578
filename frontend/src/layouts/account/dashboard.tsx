import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAdmin } from '../../features/session/use-session';
import { ADMIN_HOME, customerMenu } from '../../routes';
import { AntdProvider } from '../../ui-admin/antd-provider';
import { Waiting } from '../../ui/waiting';
import { Shell } from '../shop/shell';
import { DashboardLayout } from './dashboard-layout';
import { LeaveDialog } from './leave-dialog';

const Workspace = lazy(() => import('../workspace/workspace'));

/** Admins in their workspace, customers within the shop. Nothing until it is known which. */
function Frame() {
  const { admin, loading } = useAdmin();
  const { pathname } = useLocation();
  if (loading) return <Waiting />;
  if (!admin)
    return (
      <AntdProvider>
        <Shell>
          <DashboardLayout menu={customerMenu} />
        </Shell>
      </AntdProvider>
    );
  const isHome = /^\/dashboard\/?$/.test(pathname);
  return (
    <AntdProvider>
      <Suspense fallback={<Waiting />}>
        <Workspace>{isHome ? <Navigate to={ADMIN_HOME} replace /> : <Outlet />}</Workspace>
      </Suspense>
    </AntdProvider>
  );
}

/** Everything under `/dashboard`. */
export default function Dashboard() {
  return (
    <>
      <Frame />
      <LeaveDialog />
    </>
  );
}
