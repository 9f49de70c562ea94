/**
 * On every response of the API. Pages of any origin may read them: without `Access-Control-Allow-Credentials`, browsers hide those of calls
 * with a cookie, and the session cookie counts only with the CSRF token in a header that no preflight permits.
 */
export const EVERYWHERE = {
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-SPR-Auth-Error, WWW-Authenticate',
}

/** On responses to callers with credentials. */
export const PRIVATE = {
  'Cache-Control': 'no-cache, no-store, must-revalidate',
  Pragma: 'no-cache',
  Expires: '0',
}

/** On the response to the preflight of a browser before a call from another origin. */
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
