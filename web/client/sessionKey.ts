/** The key of the session in the browser's storage. Apart, since the first file of a page reads it before anything else is loaded. */
export const SESSION_KEY = 'sallyport.session'
