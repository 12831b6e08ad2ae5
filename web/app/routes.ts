import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/default-layout/default-layout.tsx', [
    // For everyone
    index('routes/home/home.tsx'),
    route('about', 'routes/about/about.tsx'),
    route('explore', 'routes/explore/explore.tsx'),
    route('spot/:id', 'routes/spot/spot.tsx'),
    route('spot/:id/edit', 'routes/spot/edit/spot-edit.tsx'),
    route('spot/:id/history', 'routes/spot/history/spot-history.tsx'),
    route('spot/:id/suggest', 'routes/spot/suggest/spot-suggest.tsx'),
    route('spot/:id/suggestions/:number?', 'routes/spot/suggestions/spot-suggestions.tsx'),
    route('spot/:id/merge', 'routes/spot/merge/spot-merge.tsx'),
    // For members
    route('submit', 'routes/submit/submit.tsx'),
    route('city/:name', 'routes/city/city.tsx'),
    route('post/:slug', 'routes/post/post.tsx'),
    route('post/:slug/history', 'routes/post/history/story-history.tsx'),
    route('post/:slug/edit', 'routes/post/edit/story-edit.tsx'),
    route('account', 'routes/account/account.tsx'),
    route('account/settings', 'routes/account-settings/account-settings.tsx'),
    route('account/settings/import', 'routes/account-settings/import/account-import.tsx'),
    route('account/apps', 'routes/account-apps/account-apps.tsx'),
    route('account/moderation', 'routes/moderation/waiting/waiting.tsx'),
    route('account/moderation/reports', 'routes/moderation/reports/reports.tsx'),
    route('account/moderation/suggestions', 'routes/moderation/suggestions/suggestions.tsx'),
    route('account/moderation/members', 'routes/moderation/members/members.tsx'),
    route('account/moderation/log', 'routes/moderation/log/log.tsx'),
    route('account/moderation/settings', 'routes/moderation/settings/settings-screen.tsx'),
    route('account/moderation/bundles', 'routes/moderation/bundles/bundles.tsx'),
    route('account/moderation/webhooks', 'routes/moderation/webhooks/webhooks.tsx'),
    // For trying the product out
    route('debug-seed', 'routes/debug-seed/debug-seed.tsx'),
    // Every unmatched path
    route('*', 'routes/unmatched/unmatched.tsx'),
  ]),
  layout('routes/auth-layout/auth-layout.tsx', [
    route('auth/login', 'routes/login/login.tsx'),
    route('auth/signup', 'routes/signup/signup.tsx'),
    route('oauth/consent', 'routes/oauth-consent/oauth-consent.tsx'),
  ]),
  // Endpoints that pages call
  route('submit/photos', 'routes/submit/photos.ts'),
  route('account/lists', 'routes/account-lists/account-lists.ts'),
  route('account/follow', 'routes/account-follow/account-follow.ts'),
  route('account/moderation/log.csv', 'routes/moderation/log/log-csv.ts'),
  route('debug-seed/run', 'routes/debug-seed/seed-run.ts'),
  route('account/settings/import.csv', 'routes/account-settings/import/import-csv.ts'),
  route('account/settings/export.json', 'routes/account-settings/export/export-json.ts'),
] satisfies RouteConfig
