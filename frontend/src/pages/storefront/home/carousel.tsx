import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync, preload } from 'react-dom';
import { ButtonLink } from '../../../ui/button';
import { SLIDES } from './slides';
import { useSwipe } from './use-swipe';
import './carousel.css';

const STEP_MS = 7_000;

/** Advances the slides by themselves unless they are held, or the visitor prefers reduced motion. */
function useAutoplay(held: boolean, next: () => void): void {
  useEffect(() => {
    if (held || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setTimeout(next, STEP_MS);
    return () => clearTimeout(timer);
  });
}

const SIGNS_OF_LIFE = ['scroll', 'pointerdown', 'pointermove', 'keydown'];

/** Whether the visitor has done anything yet: until then nothing moves, and the other slides' images are not fetched. */
function useAwake(): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const wake = () => {
      setAwake(true);
      ended.abort();
    };
    for (const type of SIGNS_OF_LIFE) addEventListener(type, wake, { passive: true, signal: ended.signal });
    return () => ended.abort();
  }, []);
  return awake;
}

const TABLET = '(min-width: 40rem) and (max-width: 59.99rem)';

/** The first slide's image is what the page is first seen by. */
function preloadFirst(): void {
  const [first] = SLIDES;
  const options = { as: 'image', type: 'image/avif', fetchPriority: 'high' } as const;
  preload(`${first?.image}-1600.avif`, { ...options, media: TABLET });
  preload(`${first?.image}-800.avif`, { ...options, media: '(max-width: 39.99rem), (min-width: 60rem)' });
}

/** Four slides. Arrow buttons, arrow keys and swipes turn it, around the ends too; it can be paused. */
export function Carousel() {
  preloadFirst();
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const awake = useAwake();
  const slides = useRef<HTMLDivElement>(null);
  const turn = (by: number) => setAt((at + by + SLIDES.length) % SLIDES.length);
  const held = paused || hovered || focused;
  useAutoplay(held || !awake, () => turn(1));

  /** As `turn`, with the focus: a slide that goes away must not take it along. */
  const turnWithFocus = (by: number) => {
    const hadFocus = slides.current?.contains(document.activeElement);
    flushSync(() => turn(by));
    if (hadFocus) slides.current?.querySelector<HTMLElement>('.slide--shown a')?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowLeft') turnWithFocus(-1);
    else if (event.key === 'ArrowRight') turnWithFocus(1);
    else return;
    event.preventDefault();
  };
  const swipe = useSwipe(turnWithFocus);

  return (
    // It only waits while someone points at it or is inside it; what can be done is in its buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className="carousel"
      aria-roledescription="carousel"
      aria-label="What we make"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onKeyDown={onKey}
      {...swipe}
    >
      <div className="wrap carousel__frame">
        <div className="carousel__slides" aria-live={held ? 'polite' : 'off'} ref={slides}>
          {SLIDES.map(({ title, text, image, alt, to, action }, index) => (
            <div
              key={title}
              className={index === at ? 'slide slide--shown' : 'slide'}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${SLIDES.length}`}
              inert={index !== at}
            >
              <div className="slide__body">
                <p className="slide__title">{title}</p>
                <p className="slide__text">{text}</p>
                <ButtonLink to={to}>{action}</ButtonLink>
              </div>
              <div className="slide__image">
                {(index === at || awake) && (
                  <picture>
                    <source type="image/avif" srcSet={`${image}-1600.avif`} media={TABLET} />
                    <source type="image/avif" srcSet={`${image}-800.avif`} />
                    <img
                      src={`${image}-800.webp`}
                      alt={alt}
                      width={800}
                      height={600}
                      draggable={false}
                      fetchPriority={index === 0 ? 'high' : 'low'}
                    />
                  </picture>
                )}
              </div>
            </div>
          ))}
        </div>
        <div className="carousel__steer">
          <button type="button" aria-label="Previous slide" onClick={() => turn(-1)}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M12.5 4.5L7 10l5.5 5.5" />
            </svg>
          </button>
          <button type="button" aria-label="Next slide" onClick={() => turn(1)}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M7.5 4.5L13 10l-5.5 5.5" />
            </svg>
          </button>
          <button
            type="button"
            className="carousel__pause"
            aria-label={paused ? 'Play the slides' : 'Pause the slides'}
            onClick={() => setPaused(!paused)}
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
