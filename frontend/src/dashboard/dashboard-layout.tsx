import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { useAdmin, useDisplayName } from '../shared/session/use-session';
import { Spinner } from '../shared/ui/spinner';
import { SideMenu } from './side-menu';
import './dashboard.css';

export function DashboardLayout() {
  const name = useDisplayName();
  const { admin } = useAdmin();
  return (
    <div className={`dash ${admin ? 'dash--wide' : ''}`}>
      <header className="dash__head">
        <p className="dash__welcome">
          Welcome to your Dashboard: <strong>{name}</strong>
        </p>
      </header>
      <SideMenu />
      <div className="dash__page">
        <Suspense fallback={<Spinner label="Loading the page" />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
