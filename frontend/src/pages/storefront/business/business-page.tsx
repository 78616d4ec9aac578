import { ButtonLink } from '../../../ui/button';
import { Figures } from '../../../ui/figures';
import { PageHead } from '../../../ui/page-head';
import { Production } from '../../../features/products/production';
import './business.css';

const POINTS = [
  {
    title: 'One roof',
    text: 'Pressing, soldering, assembly and test stand in the same hall. A question about a part is answered by someone who can walk over and look at it.',
  },
  {
    title: 'Batches, not boxes',
    text: 'Every part has a minimum order that covers setting up its line. It keeps unit prices low, and you see it before you order, not after.',
  },
  {
    title: 'Stock you can believe',
    text: 'The quantity on a page is what stands on the shelf minus what others have already ordered. It is never sold twice.',
  },
];

export default function BusinessPage() {
  return (
    <>
      <PageHead
        title="Our business"
        lead="We make computer parts and sell them by the batch to people who build, repair and teach."
        canonical="/business"
      >
        <ButtonLink to="/parts">See all parts</ButtonLink>
      </PageHead>
      <div className="wrap">
        <section aria-labelledby="business-figures">
          <h2 id="business-figures" className="visually-hidden">
            Business Summary
          </h2>
          <Figures />
        </section>
        <div className="section business">
          <section className="business__points" aria-labelledby="business-how">
            <h2 id="business-how">How we work</h2>
            {POINTS.map(({ title, text }) => (
              <div key={title}>
                <h3>{title}</h3>
                <p className="muted">{text}</p>
              </div>
            ))}
          </section>
          <section className="business__points" aria-labelledby="business-production">
            <h2 id="business-production">Our Monthly Production</h2>
            <Production />
          </section>
        </div>
      </div>
    </>
  );
}
