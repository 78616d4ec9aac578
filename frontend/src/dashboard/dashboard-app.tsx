import { lazy } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { AntdProvider } from '../shared/antd/antd-provider';
import { RequireAdmin } from '../shared/session/require-admin';
import { useAdmin } from '../shared/session/use-session';
import { Spinner } from '../shared/ui/spinner';
import { DashboardLayout } from './dashboard-layout';
import { PageNotFound } from './page-not-found';

const MyOrdersPage = lazy(() => import('./my-orders/my-orders-page'));
const AddReviewPage = lazy(() => import('./add-review/add-review-page'));
const MyProfilePage = lazy(() => import('./my-profile/my-profile-page'));
const PaymentPage = lazy(() => import('./payment/payment-page'));
// A customer never fetches these.
const ManageOrdersPage = lazy(() => import('../admin/manage-orders/manage-orders-page'));
const AddProductPage = lazy(() => import('../admin/add-product/add-product-page'));
const MakeAdminPage = lazy(() => import('../admin/make-admin/make-admin-page'));
const ManageProductsPage = lazy(() => import('../admin/manage-products/manage-products-page'));
const ReconciliationPage = lazy(() => import('../admin/reconciliation/reconciliation-page'));
const PaymentLabPage = lazy(() => import('../admin/payment-lab/payment-lab-page'));

/** Everything under `/dashboard`. */
export default function DashboardApp() {
  return (
    <AntdProvider>
      <Routes>
        <Route element={<DashboardLayout />}>
          <Route index element={<Home />} />
          <Route path="addReview" element={<AddReviewPage />} />
          <Route path="myProfile" element={<MyProfilePage />} />
          <Route path="payment/:id" element={<PaymentPage />} />
          <Route
            element={
              <RequireAdmin>
                <Outlet />
              </RequireAdmin>
            }
          >
            <Route path="manageOrders" element={<ManageOrdersPage />} />
            <Route path="addProduct" element={<AddProductPage />} />
            <Route path="makeAdmin" element={<MakeAdminPage />} />
            <Route path="manageProducts" element={<ManageProductsPage />} />
            <Route path="reconciliation" element={<ReconciliationPage />} />
            <Route path="paymentLab" element={<PaymentLabPage />} />
          </Route>
          <Route path="*" element={<PageNotFound />} />
        </Route>
      </Routes>
    </AntdProvider>
  );
}

/** A customer's orders; an admin's work. If the server cannot say who it is, the orders page shows that. */
function Home() {
  const { admin, loading } = useAdmin();
  if (loading) return <Spinner label="Opening your dashboard" />;
  return admin ? <Navigate to="/dashboard/manageOrders" replace /> : <MyOrdersPage />;
}
