import { config } from 'zod'

// Before the first schema is made: to find out whether it may write code of its own, zod would try, and the router's content
// policy would complain.
config({ jitless: true })
