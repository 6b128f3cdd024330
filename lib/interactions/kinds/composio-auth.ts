import { freeText, slug } from '@/lib/interactions/text'
import { defineForm, defineKind } from './define'

/** An app that the user connects. It settles itself when the connection turns active (R63). */
export const composioAuth = defineKind({
  defaultType: 'connect',
  forms: {
    connect: defineForm({
      fields: {
        app: slug(80).meta({ description: "The app's short name." }),
        reason: freeText(1, 280).optional().meta({ description: "Why, in the agent's words." }),
      },
      build: ({ app, reason }) => ({
        details: { app, ...(reason !== undefined && { reason }) },
        app: app.toLowerCase(),
      }),
      example: {
        kind: 'composio_auth',
        user_id: 'traveller-42',
        summary: 'connect your calendar',
        app: 'googlecalendar',
        reason: 'To put the flight in your calendar.',
      },
    }),
  },
})
