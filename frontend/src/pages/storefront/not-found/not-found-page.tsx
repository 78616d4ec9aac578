import type { PageLoader } from '../../../lib/page-load';
import { PageTitle } from '../../../ui/page-title';
import { ButtonLink } from '../../../ui/button';
import image from './missing-part.svg';
import './not-found.css';

export const loader: PageLoader = () => Promise.resolve({ status: 404 });

export default function NotFoundPage() {
  return (
    <div className="lost wrap">
      <PageTitle title="Page not found" />
      <img
        src={image}
        alt="Technical drawing of a fan with one blade missing, numbered 404"
        width={560}
        height={480}
      />
      <div className="lost__text">
        <h1>This page is missing</h1>
        <p className="muted">
          The address may be mistyped, or the page has been moved. The parts, at least, are where they should
          be.
        </p>
        <div className="lost__ways">
          <ButtonLink to="/parts">See all parts</ButtonLink>
          <ButtonLink to="/" look="secondary">
            Home
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
