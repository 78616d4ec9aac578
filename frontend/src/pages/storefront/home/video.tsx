import { useState } from 'react';

/** Nothing of the clip is fetched before someone wants to see it. */
export function Video() {
  const [playing, setPlaying] = useState(false);
  if (playing)
    return (
      <video className="clip" controls autoPlay muted playsInline>
        <source src="/video/advertisement.webm" type="video/webm" />
        <source src="/video/advertisement.mp4" type="video/mp4" />
      </video>
    );
  return (
    <button type="button" className="clip" onClick={() => setPlaying(true)}>
      <picture>
        <source type="image/avif" srcSet="/video/advertisement-poster.avif" />
        <img src="/video/advertisement-poster.webp" alt="" width={1280} height={720} loading="lazy" />
      </picture>
      <span className="clip__play">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M6 3.5v13L16.5 10z" />
        </svg>
        Play the video
      </span>
    </button>
  );
}
