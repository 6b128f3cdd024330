import { describeLink } from '@/lib/auth/sign-in-link'

export { describeLink as POST }
