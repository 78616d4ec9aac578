import { Outlet } from 'react-router-dom';
import { useDisplayName } from '../../features/session/use-display-name';
import { SideMenu, type MenuLink } from './side-menu';
import '../../forms/form-layout.css';
import './dashboard.css';

/** A customer's dashboard, within the shop's own frame. */
export function DashboardLayout({ menu }: { menu: readonly MenuLink[] }) {
  const name = useDisplayName();
  return (
    <div className="dash">
      <header className="dash__head">
        <p className="dash__welcome">
          Welcome to your Dashboard: <strong>{name}</strong>
        </p>
      </header>
      <SideMenu links={menu} />
      <div className="dash__page">
        <Outlet />
      </div>
    </div>
  );
}
