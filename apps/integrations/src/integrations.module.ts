import { Module } from '@nestjs/common';
import { AuthModule } from '@engawa/auth';
import { DirectoryModule } from '@engawa/directory';
import { EventsModule } from '@engawa/events';
import { kafka } from '@engawa/events-kafka';
import { PersistenceModule } from '@engawa/persistence';
import { ChatService } from './chat/chat.service';
import { DeliveryRunner } from './delivery/delivery-runner.service';
import { DeliveryController } from './delivery/delivery.controller';
import { DeliveryListener } from './delivery/delivery.listener';
import { DeliveryRepository } from './delivery/delivery.repository';
import { deliveryStore } from './delivery/delivery.schema';
import { DeliveryService } from './delivery/delivery.service';
import { quietSpacesProviders } from './receiver/quiet-spaces.service';
import { ReceiverService } from './receiver/receiver.service';
import { SecretBox } from './secret/secret-box.service';
import { storedSecrets } from './secret/stored-secrets';
import { Sender } from './send/sender.service';
import { SettingsController } from './settings/settings.controller';
import { SettingsRepository } from './settings/settings.repository';
import { settingsStore } from './settings/settings.schema';
import { SettingsService } from './settings/settings.service';
import { WebhookController } from './webhook/webhook.controller';
import { WebhookRepository } from './webhook/webhook.repository';
import { webhookStore } from './webhook/webhook.schema';
import { WebhookService } from './webhook/webhook.service';

@Module({
  imports: [
    EventsModule.forRoot({ kafka }),
    PersistenceModule.forRoot({
      schemas: [settingsStore, webhookStore, deliveryStore],
      secrets: storedSecrets,
    }),
    AuthModule.forRoot(),
    DirectoryModule.forRoot({ staffs: true }),
  ],
  controllers: [DeliveryController, SettingsController, WebhookController, DeliveryListener],
  providers: [
    ChatService,
    DeliveryRepository,
    DeliveryRunner,
    DeliveryService,
    ...quietSpacesProviders,
    ReceiverService,
    SecretBox,
    Sender,
    SettingsRepository,
    SettingsService,
    WebhookRepository,
    WebhookService,
  ],
})
export class IntegrationsModule {}
