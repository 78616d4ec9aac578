import { useEffect, useState, type KeyboardEvent } from 'react';
import { ButtonLink } from '../../shared/ui/button';
import { SLIDES } from './slides';
import './carousel.css';

const STEP_MS = 7_000;

/** True while slides may advance by themselves: the visitor neither paused them nor prefers reduced motion. */
function useTurning(paused: boolean, next: () => void): void {
  useEffect(() => {
    if (paused || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setTimeout(next, STEP_MS);
    return () => clearTimeout(timer);
  });
}

/** Four slides. The arrows wrap around, the arrow keys turn it, and it can be paused. */
export function Carousel() {
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const turn = (by: number) => setAt((at + by + SLIDES.length) % SLIDES.length);
  useTurning(paused || held, () => turn(1));

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    else if (event.key === 'ArrowRight') turn(1);
    else return;
    event.preventDefault();
  };

  return (
    // It only waits while someone points at it or is inside it; what can be done is in its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="carousel"
      aria-roledescription="carousel"
      aria-label="What we make"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="wrap carousel__frame">
        <div className="carousel__slides" aria-live={paused || held ? 'polite' : 'off'}>
          {SLIDES.map(({ title, text, image, alt, to, action }, index) => (
            <div
              key={title}
              className={index === at ? 'slide slide--shown' : 'slide'}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${SLIDES.length}`}
              inert={index !== at}
            >
              <div className="slide__text">
                <p className="slide__title">{title}</p>
                <p className="slide__text">{text}</p>
                <ButtonLink to={to}>{action}</ButtonLink>
              </div>
              <picture className="slide__image">
                <source
                  type="image/avif"
                  srcSet={`${image}-1600.avif`}
                  media="(min-width: 40rem) and (max-width: 59.99rem)"
                />
                <source type="image/avif" srcSet={`${image}-800.avif`} />
                <img
                  src={`${image}-800.webp`}
                  alt={alt}
                  width={800}
                  height={600}
                  fetchPriority={index === 0 ? 'high' : 'low'}
                  // The first is what the page is seen by; the others wait until they are turned to.
                  loading={index === 0 ? 'eager' : 'lazy'}
                />
              </picture>
            </div>
          ))}
        </div>
        <div className="carousel__steer">
          <button type="button" aria-label="Previous slide" onClick={() => turn(-1)} onKeyDown={onKey}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M12.5 4.5L7 10l5.5 5.5" />
            </svg>
          </button>
          <button type="button" aria-label="Next slide" onClick={() => turn(1)} onKeyDown={onKey}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M7.5 4.5L13 10l-5.5 5.5" />
            </svg>
          </button>
          <button
            type="button"
            aria-label={paused ? 'Play the slides' : 'Pause the slides'}
            onClick={() => setPaused(!paused)}
            onKeyDown={onKey}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={paused ? 'M7 4.5v11l8-5.5z' : 'M7.5 5v10M12.5 5v10'} />
            </svg>
          </button>
          <p className="carousel__at num" aria-hidden="true">
            {at + 1} / {SLIDES.length}
          </p>
        </div>
      </div>
    </section>
  );
}
