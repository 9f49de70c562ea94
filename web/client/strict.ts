// Before the first schema: zod tests whether `new Function` is allowed, which violates the Content-Security-Policy. This is the
// object in which zod has its configuration (zod/v4/core/core.js). `config` of zod would load zod, which few screens need.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
