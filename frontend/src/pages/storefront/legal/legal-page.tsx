import { useParams } from 'react-router-dom';
import type { PageLoader } from '../../../lib/page-load';
import { PageHead } from '../../../ui/page-head';
import NotFoundPage from '../not-found/not-found-page';
import { TOPICS } from './topics';
import './legal.css';

const pageOn = (topic = '') => (Object.hasOwn(TOPICS, topic) ? TOPICS[topic] : undefined);

export const loader: PageLoader = (_store, { topic }) =>
  Promise.resolve({ status: pageOn(topic) ? 200 : 404 });

export default function LegalPage() {
  const { topic } = useParams();
  const page = pageOn(topic);
  if (!page) return <NotFoundPage />;
  return (
    <>
      <PageHead title={page.title} lead={page.lead} canonical={`/legal/${topic}`} />
      <div className="wrap legal">
        {page.parts.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </>
  );
}
