/** On every answer of the network's API. Any origin may read answers: credentials travel in headers that browsers never send by themselves. */
export const EVERYWHERE = {
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-SPR-Auth-Error, WWW-Authenticate',
}

/** On answers that somebody had to be known for. */
export const PRIVATE = {
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  Pragma: 'no-cache',
  Expires: '0',
}

/** On the answer to a browser that asks before it calls from another origin. */
export const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'X-Requested-With, Content-Type, Authorization, SPR-Bearer, X-JWT-OTP',
  'Access-Control-Max-Age': '600',
}

/** On pages and their files. Scripts and styles are files of ours; none is inline. */
export const PAGE = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // Pages of plugins, which are sandboxed.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
}
