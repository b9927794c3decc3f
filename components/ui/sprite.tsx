/** Every drawing of the UI, once, inline: a strict policy refuses an external `<use>`. Rendered by the root layout. */
export function Sprite() {
  return (
    <svg className="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <symbol id="seal-complete" viewBox="0 0 16 16">
        <path
          fill="currentColor"
          d="M8 0.4L9.6 2.01L11.8 1.42L12.38 3.62L14.58 4.2L13.99 6.4L15.6 8L13.99 9.6L14.58 11.8L12.38 12.38L11.8 14.58L9.6 13.99L8 15.6L6.4 13.99L4.2 14.58L3.62 12.38L1.42 11.8L2.01 9.6L0.4 8L2.01 6.4L1.42 4.2L3.62 3.62L4.2 1.42L6.4 2.01Z"
        />
      </symbol>
      <symbol id="seal-incomplete" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.25"
          strokeLinejoin="round"
          d="M8 1.15L9.45 2.59L11.42 2.07L11.96 4.04L13.93 4.58L13.41 6.55L14.85 8L13.41 9.45L13.93 11.42L11.96 11.96L11.42 13.93L9.45 13.41L8 14.85"
        />
        <path
          fill="currentColor"
          d="M8 15.6L6.4 13.99L4.2 14.58L3.62 12.38L1.42 11.8L2.01 9.6L0.4 8L2.01 6.4L1.42 4.2L3.62 3.62L4.2 1.42L6.4 2.01L8 0.4Z"
        />
      </symbol>
      <symbol id="seal-unavailable" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
      </symbol>
      <symbol id="seal-stale" viewBox="0 0 16 16">
        <circle cx="8" cy="8" r="6.3" fill="none" stroke="currentColor" strokeWidth="1.4" />
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M8 4.3v4l2.7 1.7"
        />
      </symbol>
      <symbol id="seal-held" viewBox="0 0 16 16">
        <path fill="currentColor" d="M3 2.5h3.5v11H3zM9.5 2.5H13v11H9.5z" />
      </symbol>
      <symbol id="seal-conflict" viewBox="0 0 16 16">
        <path fill="none" stroke="currentColor" strokeWidth="2" d="M8 15V9.5M3 1.5v3a5 5 0 0 0 10 0v-3" />
      </symbol>
      <symbol id="seal-retired" viewBox="0 0 16 16">
        <path fill="currentColor" d="M6.75 1h2.5L8.9 4.4l4-.3v2.5l-4-.3L8.6 15H7.4L7.1 6.3l-4 .3V4.1l4 .3z" />
      </symbol>
      <symbol id="seal-omitted" viewBox="0 0 16 16">
        <path fill="currentColor" d="M2.5 7h11v2h-11z" />
      </symbol>
      <symbol id="i-search" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M7 11.75a4.75 4.75 0 1 0 0-9.5a4.75 4.75 0 0 0 0 9.5ZM10.5 10.5l3.25 3.25"
        />
      </symbol>
      <symbol id="i-down" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M4.5 6.5L8 10l3.5-3.5"
        />
      </symbol>
      <symbol id="i-right" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M6.5 4.5L10 8l-3.5 3.5"
        />
      </symbol>
      <symbol id="i-up" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M8 12.5v-9M4.5 7L8 3.5L11.5 7"
        />
      </symbol>
      <symbol id="i-arrow" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M3 8h10M9 4l4 4l-4 4"
        />
      </symbol>
      <symbol id="i-close" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M4 4l8 8M12 4l-8 8"
        />
      </symbol>
      <symbol id="i-menu" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11"
        />
      </symbol>
      <symbol id="i-sun" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M8 10.75a2.75 2.75 0 1 0 0-5.5a2.75 2.75 0 0 0 0 5.5ZM8 1.75v1M8 13.25v1M1.75 8h1M13.25 8h1M3.6 3.6l.7.7M11.7 11.7l.7.7M12.4 3.6l-.7.7M4.3 11.7l-.7.7"
        />
      </symbol>
      <symbol id="i-copy" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M6 6h7.25v7.25H6zM3.75 10H2.75V2.75H10v1"
        />
      </symbol>
      <symbol id="i-save" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M8 2.5v7.75M4.75 7.25L8 10.5l3.25-3.25M2.75 13.5h10.5"
        />
      </symbol>
      <symbol id="i-link" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M6.75 9.25a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.25 6.75a2.6 2.6 0 0 0-3.7 0l-2.3 2.3a2.6 2.6 0 0 0 3.7 3.7l.8-.8"
        />
      </symbol>
      <symbol id="i-check" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M3 8.5l3.25 3.25L13 4.75"
        />
      </symbol>
      <symbol id="i-cross" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="M4 4l8 8M12 4l-8 8"
        />
      </symbol>
      <symbol id="i-tally" viewBox="0 0 16 16">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="butt"
          d="M3 2v12M6.35 2v12M9.7 2v12M13.05 2v12M.8 11.6L15.2 4.4"
        />
      </symbol>
    </svg>
  );
}
