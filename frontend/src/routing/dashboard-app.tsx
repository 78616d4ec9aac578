import { matchPath, Navigate, Route, Routes } from 'react-router-dom';
import { DashboardLayout } from '../layouts/account/dashboard-layout';
import { AntdProvider } from '../ui-admin/antd-provider';
import { RequireAdmin } from '../features/session/require-admin';
import { useAdmin } from '../features/session/use-session';
import { lazyPage } from './lazy-page';
import { NotFoundPage } from './not-found';
import { customerMenu, dashboardRoutes, HOME } from './dashboard-routes';

const Workspace = lazyPage(() => {
  // The page's code beside it, not after it.
  const page = dashboardRoutes.find(({ path }) => matchPath(`/dashboard/${path}`, location.pathname));
  void page?.Page.preload().catch(() => undefined);
  return import('../layouts/workspace/workspace');
});

/** Everything under `/dashboard`: admins in their workspace, customers within the shop. */
export default function DashboardApp() {
  const { admin } = useAdmin();
  return (
    <AntdProvider>
      <Routes>
        <Route element={admin ? <Workspace /> : <DashboardLayout menu={customerMenu} />}>
          <Route index element={admin ? <Navigate to={HOME.admin} replace /> : <HOME.customer />} />
          {dashboardRoutes.map(({ path, access, Page }) => (
            <Route
              key={path}
              path={path}
              element={
                access === 'admin' ? (
                  <RequireAdmin>
                    <Page />
                  </RequireAdmin>
                ) : (
                  <Page />
                )
              }
            />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </AntdProvider>
  );
}
