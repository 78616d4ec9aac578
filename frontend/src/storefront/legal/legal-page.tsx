import { useParams } from 'react-router-dom';
import { PageHead } from '../common/page-head';
import NotFoundPage from '../not-found/not-found-page';
import { TOPICS } from './topics';
import './legal.css';

export default function LegalPage() {
  const { topic = '' } = useParams();
  const page = Object.hasOwn(TOPICS, topic) ? TOPICS[topic] : undefined;
  if (!page) return <NotFoundPage />;
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
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
