import { Link } from 'react-router-dom';
import { Progress } from '../../../ui/progress';
import { PageHead } from '../../../ui/page-head';
import { CRAFTS, PROJECTS, SKILLS, WORKS } from './team';
import './portfolio.css';

/** The shop's own team, by craft; it names no person. */
export default function PortfolioPage() {
  return (
    <>
      <PageHead
        title="The team behind the shop"
        tab="Portfolio"
        lead="A small group of developers works next door to the assembly line. This is what they do and what they build on."
        canonical="/myportfolio"
      />
      <div className="wrap">
        <section className="folio" aria-labelledby="folio-crafts">
          <h2 id="folio-crafts">What we do</h2>
          <div className="folio__crafts">
            {CRAFTS.map(({ title, text }) => (
              <div key={title}>
                <h3>{title}</h3>
                <p className="muted">{text}</p>
              </div>
            ))}
          </div>
        </section>
        <section className="section folio" aria-labelledby="folio-skills">
          <h2 id="folio-skills">Skills</h2>
          <div className="folio__skills">
            {SKILLS.map((skill) => (
              <Progress key={skill.label} {...skill} />
            ))}
          </div>
        </section>
        <section className="section folio" aria-labelledby="folio-works">
          <h2 id="folio-works">What we made</h2>
          <ul className="folio__projects">
            {WORKS.map(({ title, text, image, to }) => (
              <li key={to}>
                <picture className="folio__image">
                  <source type="image/avif" srcSet={`${image}.avif`} />
                  <img src={`${image}.webp`} alt="" width={720} height={450} loading="lazy" />
                </picture>
                <h3>
                  <Link to={to}>{title}</Link>
                </h3>
                <p className="muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="section folio" aria-labelledby="folio-projects">
          <h2 id="folio-projects">Projects we build on</h2>
          <ul className="folio__projects">
            {PROJECTS.map(({ title, text, href }) => (
              <li key={href}>
                <h3>
                  <a href={href} target="_blank" rel="noopener noreferrer">
                    {title} <span className="visually-hidden">(opens in a new tab)</span>
                    <span aria-hidden="true">↗</span>
                  </a>
                </h3>
                <p className="muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
