/**
 * Why TLS failed with the code `CERT_NOT_YET_VALID` of OpenSSL. Certificates are valid from an hour before they are issued, so
 * the clock of the router is the likely cause.
 */
export const NOT_YET_VALID = 'its certificate is not valid yet, so the clock of the router is probably behind'
