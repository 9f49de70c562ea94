import { config } from 'zod'

// Before the first schema: zod tests whether `new Function` is allowed, which violates the Content-Security-Policy.
config({ jitless: true })
