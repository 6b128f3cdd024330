import { Plug } from 'lucide-react'
import { ConnectAnswer } from './connect-answer'
import { ConnectBody } from './connect-body'
import type { View } from './view'

export const connect: View<'connect'> = { Icon: Plug, Body: ConnectBody, Answer: ConnectAnswer }
