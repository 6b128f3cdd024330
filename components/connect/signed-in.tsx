import { SafeText } from '@/components/ui/safe-text'

export interface SignedInPerson {
  name: string
  email: string
}

/** Who is signed in here, for the person to check. */
export function SignedIn({ person }: { person: SignedInPerson }) {
  return (
    <>
      <SafeText>{person.name}</SafeText> <SafeText className="text-soft">{`(${person.email})`}</SafeText>
    </>
  )
}
