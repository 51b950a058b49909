import { defineTexts } from '../../shared/intl/messages';

export const notificationTexts = defineTexts({
  'notifications.title': { ja: 'お知らせ', en: 'Notifications' },
  'notifications.readAll': { ja: 'すべて既読にする', en: 'Mark all as read' },
  'notifications.readOne': { ja: '既読にする', en: 'Mark as read' },
  'notifications.unreadOne': { ja: '未読に戻す', en: 'Mark as unread' },
  'notifications.waiting': { ja: 'あなた待ち', en: 'Waiting for you' },
  'notifications.moves': { ja: '動き', en: 'Activity' },
  'notifications.settings': { ja: 'お知らせの設定', en: 'Notification settings' },
  'notifications.unread': { ja: '未読 {count}件', en: '{count} unread' },
  'notifications.group': {
    ja: 'この投稿のお知らせ {count}件',
    en: '{count} updates on this post',
  },
  'notifications.group.short': { ja: '{count}件', en: '{count} updates' },
  'notifications.empty': { ja: 'お知らせはまだありません', en: 'No notifications yet' },
  'notifications.empty.text': {
    ja: 'コメントやメンション、担当になったタスクがここに届きます。',
    en: 'Comments, mentions and tasks assigned to you appear here.',
  },
  'notifications.end': { ja: 'これより前のお知らせはありません', en: 'No older notifications' },
  'notifications.somebody': { ja: 'システム', en: 'The system' },
  'notifications.comment': {
    ja: '<b>{name}</b>さんがコメントしました',
    en: '<b>{name}</b> commented',
  },
  'notifications.mention': {
    ja: '<b>{name}</b>さんがあなたをメンションしました',
    en: '<b>{name}</b> mentioned you',
  },
  'notifications.reaction': {
    ja: '<b>{name}</b>さんが {emoji} を付けました',
    en: '<b>{name}</b> reacted with {emoji}',
  },
  'notifications.taskAssigned': {
    ja: '<b>{name}</b>さんがあなたをタスクの担当にしました',
    en: '<b>{name}</b> assigned a task to you',
  },
  'notifications.taskUnassigned': {
    ja: '<b>{name}</b>さんがあなたをタスクの担当から外しました',
    en: '<b>{name}</b> unassigned you from a task',
  },
  'notifications.mustRead': {
    ja: '<b>{name}</b>さんが必読の投稿を書きました',
    en: '<b>{name}</b> wrote a must-read post',
  },
  'notifications.followed': {
    ja: '<b>{name}</b>さんがフォロー中の会員または投稿について書きました',
    en: '<b>{name}</b> wrote about something you follow',
  },
  'notifications.taskDue': {
    ja: 'タスクの期限が近づいています',
    en: 'A task is due soon',
  },
  'notifications.taskStatus': {
    ja: '<b>{name}</b>さんがタスクを「{status}」にしました',
    en: '<b>{name}</b> set a task to “{status}”',
  },
});
